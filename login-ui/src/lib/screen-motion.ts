const timing: KeyframeAnimationOptions = { duration: 200, easing: 'ease-out' }

/**
 * Has the card grow or shrink to the size of each new screen, whose content appears. All of it is in its final place and works from the
 * start: a view transition would delay the focus, and swallow clicks meanwhile.
 */
export function moveScreens(page: Document): void {
  const card = page.querySelector('.card')
  const header = page.querySelector('.card > header')
  if (card === null || header === null) return
  const stillness = matchMedia('(prefers-reduced-motion: reduce)')
  const measure = () => card.getBoundingClientRect().height
  let height = measure()
  new ResizeObserver(() => {
    height = measure()
  }).observe(card)
  // The heading is replaced with the rest of the screen, before the new size is observed.
  new MutationObserver(() => {
    if (stillness.matches) return
    const blockSize = [height, measure()].map((pixels) => `${pixels}px`)
    card.animate({ blockSize, overflow: ['clip', 'clip'] }, timing)
    for (const part of card.querySelectorAll(':scope > :not(.brand)'))
      part.animate({ opacity: [0, 1] }, timing)
  }).observe(header, { childList: true })
}
