/* global Scalar */
Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  // Nothing is loaded from or sent to anybody else.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  // Requests out of this page would hold a token in the browser; the samples are to be copied.
  hideTestRequestButton: true,
  hideClientButton: true,
  hiddenClients: true,
  layout: 'modern',
  theme: 'none',
  defaultOpenAllTags: false,
  hideModels: false,
  documentDownloadType: 'none',
})
