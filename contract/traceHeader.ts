/** Of W3C Trace Context: in requests, and under the same name in the headers of workflows and activities. */
export const TRACE_HEADER = 'traceparent'
