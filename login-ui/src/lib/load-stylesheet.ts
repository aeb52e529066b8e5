/** Links to a stylesheet, unless the document does so already. Rejects when it cannot be loaded; may be tried again. */
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
