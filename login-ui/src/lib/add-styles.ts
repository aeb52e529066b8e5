/**
 * Adds styles to those in the HTML, before the theme, whose rules must win. No element of its own, which the CSP would have to allow.
 */
export function addStyles(css: string): void {
  const sheet = document.querySelector('style')?.sheet
  sheet?.insertRule(`@media{${css}}`, sheet.cssRules.length)
}
