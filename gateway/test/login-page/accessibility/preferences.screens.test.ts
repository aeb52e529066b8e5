import t from 'tap'
import { encode } from 'uqr'
import { startPreviews } from '../../fixtures/browser/previews.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

const previews = await startPreviews()

/** Sign-in in two steps and in one; `folded`: the field that the first step keeps for password managers alone. */
const SIGN_IN = [
  { name: 'sign-in', folded: 'input#password' },
  { name: 'sign-in-every-way-at-once', folded: null }
]

for (const colorScheme of ['light', 'dark'] as const) {
  t.test(`accessibility: forced colours, ${colorScheme}, the focus is visible`, { skip }, async (t) => {
    const page = await previews.page({ colorScheme, forcedColors: 'active' })
    for (const { name, folded } of SIGN_IN) {
      await previews.show(page, name, 'en')
      await page.evaluate('inPage.rewind()')
      const controls = await page.evaluate<{ label: string }[]>('inPage.controls()')
      for (const _ of controls.filter(({ label }) => label !== folded)) {
        await page.keyboard.press('Tab')
        const { label, outlinePixels, contrast } = await page.evaluate<{
          label: string
          outlinePixels: number
          contrast: number
        }>('inPage.focus()')
        const seen = `${name}, ${label}: ${outlinePixels} px, ${contrast.toFixed(2)}`
        t.ok(outlinePixels >= 2 && contrast >= 3, seen)
      }
    }
  })

  t.test(`accessibility: forced colours, ${colorScheme}, QR code black on white`, { skip }, async (t) => {
    const page = await previews.page({ colorScheme, forcedColors: 'active' })
    await previews.show(page, 'enrol-code', 'en')
    const uri = (await page.locator('a[href^="otpauth:"]').getAttribute('href')) ?? ''
    const { size, data } = encode(uri, { border: 4 })
    // The rounded corners are not part of the code.
    await page.evaluate("inPage.restyle('.qr { border-radius: 0 }')")
    const picture = await page.locator('.qr svg').screenshot()
    const points = data.flatMap((row, y) => row.map((_, x) => [(x + 0.5) / size, (y + 0.5) / size]))
    const colours = await page.evaluate<number[][]>(
      `inPage.coloursOf(${JSON.stringify(picture.toString('base64'))}, ${JSON.stringify(points)})`
    )
    const wanted = data.flatMap((row) => row.map((dark) => (dark ? '0,0,0' : '255,255,255')))
    const wrong = colours.filter((colour, index) => String(colour) !== wanted[index])
    t.equal(wrong.length, 0, `of ${colours.length} modules`)
  })
}

t.test('accessibility: forced colours, an invalid field has a thicker border', { skip }, async (t) => {
  const page = await previews.page({ forcedColors: 'active' })
  for (const [name, pixels] of [
    ['sign-in-email-missing', 3],
    ['sign-in', 1]
  ] as const) {
    await previews.show(page, name, 'en')
    const { email } = await page.evaluate<Record<string, number>>('inPage.fieldBorders()')
    t.equal(email, pixels, name)
  }
})

t.test('accessibility: the link on a tint has the colour of its text', { skip }, async (t) => {
  const page = await previews.page({ colorScheme: 'dark' })
  await previews.show(page, 'enrol-code', 'en')
  await page.locator('.manual summary').click()
  const colourOf = (place: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${place}')).color`)
  t.equal(await colourOf('.secret .link'), await colourOf('.secret code'))
  t.not(await colourOf('.ways .link'), await colourOf('.secret code'), 'control: a link on the card')
})

/** Busy states, which show a spinner. */
const BUSY = ['sign-in-submitting', 'sign-in-waiting', 'sign-in-returning', 'action-checking']

t.test('accessibility: busy screens animate unless reduced motion is requested', { skip }, async (t) => {
  await previews.each({ reducedMotion: 'no-preference' }, BUSY, async (page, name) => {
    await previews.show(page, name, 'en')
    // A change of screen has no name.
    t.same(await page.evaluate('inPage.motions().filter(Boolean)'), ['turn'], name)
  })
  await previews.each({ reducedMotion: 'reduce' }, BUSY, async (page, name) => {
    await previews.show(page, name, 'en')
    t.same(await page.evaluate('inPage.motions()'), [], `${name}, reduced motion`)
  })
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  t.test(
    `accessibility: a change of screen, motion: ${reducedMotion}, delays nothing`,
    { skip },
    async (t) => {
      const page = await previews.page({ reducedMotion })
      await previews.show(page, 'sign-in', 'en')
      // What runs in the first frame of the new screen, held there; then the size of the card in the last one.
      const { moving, left } = await page.evaluate<{ moving: number; left: number }>(`(async () => {
      const card = document.querySelector('main')
      card.querySelector('.aside a').click()
      while (card.querySelector('#password')) await new Promise(requestAnimationFrame)
      const moves = document.getAnimations().filter((one) => !one.animationName && one.effect.getTiming().duration > 120)
      for (const one of moves) one.pause()
      while (document.activeElement !== card.querySelector('h1')) await new Promise(requestAnimationFrame)
      const height = card.offsetHeight
      for (const one of moves) one.finish()
      return { moving: moves.length, left: height - card.offsetHeight }
    })()`)
      t.equal(moving > 0, reducedMotion === 'no-preference')
      t.equal(left > 50, reducedMotion === 'no-preference', `${left} px to go, with the focus on the heading`)
    }
  )

t.test(
  'accessibility: forced colours, the main button stands out while it can be pressed',
  { skip },
  async (t) => {
    const page = await previews.page({ forcedColors: 'active' })
    for (const name of ['sign-in', 'sign-in-waiting']) {
      await previews.show(page, name, 'en')
      const fills = await page.evaluate<string[]>(
        `['form .button', '.plain'].map((place) => getComputedStyle(document.querySelector('main').querySelector(place)).backgroundColor)`
      )
      t.equal(fills[0] !== fills[1], name === 'sign-in', name)
    }
  }
)
