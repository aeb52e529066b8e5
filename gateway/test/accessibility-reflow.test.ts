import t from 'tap'
import { NARROW, skip, startPreviews } from './fixtures/previews.ts'

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
