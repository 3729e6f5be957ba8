/* global Scalar */
Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  // Nothing is loaded from or sent to another host.
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

// The library's buttons that copy a block of code have a picture and no name that is read.
function nameButtons() {
  for (const button of document.querySelectorAll(
    'button[class*="copy-button"]:not([aria-label])',
  )) {
    button.setAttribute('aria-label', 'Copy')
  }
}

let isNaming = false
new MutationObserver(() => {
  if (isNaming) return
  isNaming = true
  requestAnimationFrame(() => {
    isNaming = false
    nameButtons()
  })
}).observe(document.body, { childList: true, subtree: true })
