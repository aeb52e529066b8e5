import t from 'tap'
import { createRedirectCounter } from '../../src/endpoints/page-cookies.ts'
import { createClock } from '../fixtures/clock.ts'

function start() {
  const clock = createClock()
  const count = createRedirectCounter(clock.now)
  let cookie: string | undefined
  /** Redirects the same browser again. */
  const redirect = (target = '/x') => {
    const decision = count(cookie, target)
    if (decision.kind === 'redirect') cookie = decision.count
    return decision.kind
  }
  return { ...clock, count, redirect }
}

t.test('redirect loop: after eight redirects to one path in 30 s, the ninth is a loop', async (t) => {
  const { redirect, advance } = start()
  for (const target of ['/x', '/x?a', '/x#b', '/x', '/x', '/x', '/x', '/x']) {
    t.equal(redirect(target), 'redirect', target)
    advance(3)
  }
  advance(5.9)
  t.equal(redirect(), 'loop')
  advance(0.1)
  t.equal(redirect(), 'redirect', 'half a minute after the first')
  t.equal(redirect('/y'), 'redirect', 'another path')
})

t.test('redirect loop: a cookie that is not ours starts a new count', async (t) => {
  const { count, now } = start()
  const fresh = count(undefined, '/x')
  if (fresh.kind !== 'redirect') throw new Error('a loop')
  const path = fresh.count.split('.')[2] ?? ''
  t.same(count(`8.${now()}.${path}`, '/x'), { kind: 'loop' }, 'control')
  for (const cookie of [
    ...['', 'x', `8.${now() + 1}.${path}`, `8.${now() - 30}.${path}`, `33.${now()}.${path}`],
    ...[`8.${now()}.${path}.x`, ` 3.${now()}.${path}`]
  ])
    t.same(count(cookie, '/x'), fresh, cookie)
})
