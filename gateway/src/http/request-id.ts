const REQUEST_ID = /^[\w.-]{1,64}$/

/** Can this be taken for the id of a request? It is repeated in answers and in the log. */
export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && REQUEST_ID.test(text)
}

/** UUIDs whose first group is random: version 4, and what Envoy makes of it to mark a trace. Those of times begin alike. */
const RANDOM_UUID = /^([0-9a-f]{8})-[0-9a-f]{4}-[49ab][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * What visitors are shown of a request id: its first 8 characters where those are random, else all of it. It is part of the id as the log
 * has it, so that a search for it finds the lines.
 */
export function shortReference(requestId: string): string {
  return RANDOM_UUID.exec(requestId)?.[1] ?? requestId
}
