/** UUIDs whose first group is random. */
const randomUuid = /^([0-9a-f]{8})-[0-9a-f]{4}-[49ab][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The visible part of a request id, as on the gateway's other pages: its first 8 characters if random, otherwise all of it. */
export function shortReference(requestId: string): string {
  return randomUuid.exec(requestId)?.[1] ?? requestId
}
