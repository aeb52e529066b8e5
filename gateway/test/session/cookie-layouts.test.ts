import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type { SessionCheck } from '../../src/session/check-result.ts'
import { NOW } from '../fixtures/clock.ts'
import { encryptSession, startSessions } from '../fixtures/session/sessions.ts'

/** The cookies of a session: the name and value of each part. */
type Layout = readonly (readonly [name: string, value: string])[]

const headerOf = (layout: Layout) => layout.map(([name, value]) => `${name}=${value}`).join('; ')
const layoutOf = (header: string): Layout =>
  header
    .split('; ')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
const joinedOf = (layout: Layout) => layout.map(([, value]) => value).join('')

/** The result of a check, without what differs between two checks of one session. */
function describe(check: SessionCheck): object {
  if (check.kind === 'signed-in') return { kind: check.kind, idToken: check.session.idToken }
  return { kind: check.kind, code: 'code' in check ? check.code : check.fault.code }
}

async function startLayouts(t: Parameters<typeof startSessions>[0]) {
  const sessions = await startSessions(t)
  const { cookie, standIn } = sessions
  const encrypt = async (fillerBytes: number) => {
    const { refreshToken } = await standIn.signIn('alice')
    const idToken = await standIn.issueIdToken('alice', { claims: { filler: 'x'.repeat(fillerBytes) } })
    return layoutOf(encryptSession(cookie, { idToken, refreshToken }, NOW).header)
  }
  const layouts = [await encrypt(0), await encrypt(2500), await encrypt(2500), await encrypt(5500)]
  const found = layouts.map(({ length }) => length)
  t.strictSame(found, [1, 2, 2, 3])
  return { ...sessions, layouts }
}

t.test('cookie layouts: a refreshed session is cached in the layout of its new cookies', async (t) => {
  const { checker, layouts, clock } = await startLayouts(t)
  clock.advance(3600)
  for (const layout of layouts) {
    const check = await checker.check(headerOf(layout))
    const lines = check.kind === 'signed-in' ? check.setCookies : []
    const renewed = lines.filter((line) => !line.includes('Max-Age=0')).map((line) => line.split(';', 1)[0])
    t.notOk(checker.check(renewed.join('; ')) instanceof Promise, `${layout.length} cookies`)
  }
})

/** Other layouts of the same cookies, or nearly the same. */
type Change = (layout: Layout, other: Layout, at: number) => Layout

const swapAt = (text: string, at: number) => {
  const index = at % text.length
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`
}
const mapOne = (layout: Layout, at: number, change: (value: string) => string): Layout =>
  layout.map(([name, value], index) => [name, index === at % layout.length ? change(value) : value] as const)

/** The same value split into this many cookies. */
const cut = (layout: Layout, parts: number): Layout => {
  const value = joinedOf(layout)
  const size = Math.ceil(value.length / parts)
  return Array.from(
    { length: parts },
    (_, index) => [`gatehouse.${index}`, value.slice(index * size, (index + 1) * size)] as const
  )
}

const CHANGES: Readonly<Record<string, Change>> = {
  none: (layout) => layout,
  joined: (layout) => [['gatehouse', joinedOf(layout)]],
  'cut again': (layout, _other, at) => cut(layout, (at % 5) + 1),
  'another count': (layout, _other, at) =>
    mapOne(layout, 0, (value) => value.replace(/^2~\d/, `2~${(at % 5) + 1}`)),
  'joined under another count': (layout, _other, at) => [
    ['gatehouse', joinedOf(layout).replace(/^2~\d/, `2~${(at % 5) + 1}`)]
  ],
  'a part missing': (layout, _other, at) => layout.filter((_, index) => index !== at % layout.length),
  'a part twice': (layout, _other, at) => [...layout, layout[at % layout.length]!],
  'parts in another order': (layout) => [...layout].reverse(),
  'names exchanged': (layout) =>
    layout.map(([, value], index) => [layout.at(-1 - index)![0], value] as const),
  'a part of another session': (layout, other, at) =>
    mapOne(layout, at, (value) => other[at % layout.length]?.[1] ?? value),
  'parts left over': (layout, other) => [...layout, ...other.slice(layout.length)],
  'a whole value beside': (layout, other) => [...layout, ['gatehouse', joinedOf(other)]],
  'one character changed': (layout, _other, at) => mapOne(layout, at, (value) => swapAt(value, at)),
  'one character more': (layout, _other, at) => mapOne(layout, at, (value) => `${value}A`),
  quoted: (layout, _other, at) => mapOne(layout, at, (value) => `"${value}"`),
  'other cookies between': (layout) => layout.flatMap((pair) => [['app', '1'] as const, pair])
}

t.test('cookie layouts: any change to them gives the same result, cached or not', async (t) => {
  const { checker: warm, createChecker, layouts } = await startLayouts(t)
  for (const layout of layouts) t.match(await warm.check(headerOf(layout)), { kind: 'signed-in' })
  for (const layout of layouts)
    for (const other of layouts)
      for (const [name, change] of Object.entries(CHANGES))
        for (const at of [0, 1, 60, 4999]) {
          const header = headerOf(change(layout, other, at))
          const cold = describe(await createChecker().check(header))
          const found = [describe(await warm.check(header)), describe(await warm.check(header))]
          if (!isDeepStrictEqual(found, [cold, cold])) t.fail(`${name} ${at}`, { found, cold })
        }
})
