const REQUEST_ID = /^[\w.-]{1,64}$/

/** Can this be taken for the id of a request? It is repeated in answers and in the log. */
export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && REQUEST_ID.test(text)
}
