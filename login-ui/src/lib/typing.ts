/**
 * Watches a document's inputs. Returns a function that tells whether the visitor is typing: a field was
 * edited and still has focus or a value. Values from password managers do not count. Call before React
 * hydrates: earlier typing is detected by comparing with the gateway's default value.
 */
export function watchTyping(page: Document): () => boolean {
  const early = [...page.querySelectorAll('input')].filter((field) => field.value !== field.defaultValue)
  const edited = new Set<Element & { value: unknown }>(early)
  page.addEventListener('input', ({ target }) => {
    if (target instanceof Element && 'value' in target) edited.add(target)
  })
  return () =>
    [...edited].some(
      (field) =>
        field.isConnected &&
        (field === page.activeElement || field.value !== '') &&
        !field.matches(':autofill')
    )
}
