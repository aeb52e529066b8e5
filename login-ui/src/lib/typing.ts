type Typed = Element & { value: string }

/**
 * Watches the inputs of a document. Gives a function that tells whether the visitor is typing: a field was edited and
 * still has the focus or a value. A value that a password manager filled in does not count. To be called before React takes over
 * the markup: what was typed until then is known by another value than the gateway gave the field.
 */
export function watchTyping(page: Document): () => boolean {
  const early = [...page.querySelectorAll('input')].filter((field) => field.value !== field.defaultValue)
  const edited = new Set<Typed>(early)
  page.addEventListener('input', ({ target }) => {
    if (isTyped(target)) edited.add(target)
  })
  return () =>
    [...edited].some(
      (field) => field.isConnected && (field === page.activeElement || field.value !== '') && !isFilled(field)
    )
}

function isTyped(target: unknown): target is Typed {
  return target instanceof Element && 'value' in target
}

function isFilled(field: Typed): boolean {
  try {
    return field.matches(':autofill')
  } catch {
    // A browser that does not know the selector.
    return false
  }
}
