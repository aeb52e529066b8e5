/** Do the document's cookies say that the visitor was asked lately whether to add a passkey? */
export function wasOffered(cookies: string): boolean {
  return /(^|; )gatehouse-passkey=/.test(cookies)
}
