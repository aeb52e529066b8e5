/** Adds a stylesheet unless present. Rejects if it cannot be loaded; may be retried. */
export async function loadStylesheet(href: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${CSS.escape(href)}"]`) !== null) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new TypeError(`${href} cannot be loaded`))
    }
    document.head.append(link)
  })
}
