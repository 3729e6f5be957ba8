/** Life of a session key: fifteen minutes, as the interface promises. */
export const SESSION_SECONDS = 900
