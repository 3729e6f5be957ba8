/** Life of a session key: specification part 8. */
export const SESSION_SECONDS = 900
