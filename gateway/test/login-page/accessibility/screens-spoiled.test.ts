import t from 'tap'
import { NARROW, startPreviews } from '../../fixtures/previews.ts'
import { runAxe } from '../../fixtures/screen-checks.ts'
import { STILL } from '../../fixtures/screens.ts'
import { skip } from '../../fixtures/shared-browser.ts'

const previews = await startPreviews(t)

const SPOILS = [
  {
    what: 'a line that does not break',
    rules: 'h1 { white-space: nowrap; inline-size: 60rem }',
    finds: /too wide/
  },
  {
    what: 'a button of one height',
    rules: '.button { max-block-size: 1rem; min-block-size: 0; overflow: hidden }',
    finds: /cut off: button/
  },
  { what: 'text out of its button', rules: '.button span { translate: 0 3rem }', finds: /sticks out: / },
  { what: 'one line on another', rules: '.lead { margin-block-start: -2rem }', finds: /overlap: / }
]

t.test('accessibility: a page that does not fit, is seen', { skip }, async (t) => {
  const page = await previews.page({ viewport: NARROW })
  await previews.show(page, 'sign-in-destination', 'en')
  for (const { what, rules, finds } of SPOILS) {
    await page.evaluate(`inPage.restyle(${JSON.stringify(rules)})`)
    t.match(String(await page.evaluate('inPage.misfits()')), finds, what)
  }
})

/** Two faults, for axe to find. */
const SPOIL = `for (const tag of ['p', 'input']) document.querySelector('main').append(document.createElement(tag))
  document.querySelector('main > p:last-of-type').append('grey on grey')
  inPage.restyle('main > p:last-of-type { color: #888; background: #777 }')`

t.test('accessibility: faint text and a field without a label, are seen', { skip }, async (t) => {
  const page = await previews.page(STILL)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ ...STILL, colorScheme })
    await previews.show(page, 'sign-in', 'en')
    t.same(await runAxe(page), [])
    await page.evaluate(SPOIL)
    const found = await runAxe(page)
    t.same(
      found.map(([id]) => id).sort(),
      ['color-contrast', 'label'],
      `${colorScheme}: what is spoiled is found`
    )
  }
})
