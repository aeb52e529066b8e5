import t from 'tap'
import { connectChannels } from '../../../test/fixtures/wire/channels.ts'
import { createLink, type Protocol } from '../protocol.ts'

type Sums = { add(numbers: readonly [number, number]): number; fail(ask: null): null }

const never = () => () => {}

function startSums() {
  const { ends, ...channel } = connectChannels()
  const context = createLink<Sums, Protocol>(ends[0], {}, never)
  createLink<Protocol, Sums>(
    ends[1],
    {
      add: async ([one, other]) => one + other,
      fail() {
        throw new Error('cannot')
      }
    },
    never
  )
  return { context, ...channel }
}

t.test('link: concurrent requests each get the right response', async (t) => {
  const { context } = startSums()
  const responses = await Promise.all([1, 2, 3].map((number) => context.ask('add', [number, 10])))
  t.strictSame(
    responses,
    [11, 12, 13].map((value) => ({ kind: 'response', value }))
  )
})

t.test('link: a handler that throws and an unknown request fail with the reason', async (t) => {
  const { context } = startSums()
  t.strictSame(await context.ask('fail', null), { kind: 'failed', failure: { message: 'cannot' } })
  t.strictSame(await context.ask('toString' as 'fail', null), {
    kind: 'failed',
    failure: { message: 'unknown request toString' }
  })
  t.equal((await context.ask('add', [1, 1])).kind, 'response', 'control')
})

t.test('link: when the other process is gone, requests before and after end as gone', async (t) => {
  const { ends, close } = connectChannels()
  const context = createLink<Sums, Protocol>(ends[0], {}, never)
  const before = context.ask('add', [1, 2])
  close()
  t.strictSame(await before, { kind: 'gone' })
  t.strictSame(await context.ask('add', [1, 2]), { kind: 'gone' })
})

t.test('link: no response in time ends as late, and a later response changes nothing', async (t) => {
  const { ends, inject } = connectChannels()
  let runOut = () => {}
  const context = createLink<Sums, Protocol>(ends[0], {}, (_seconds, run) => {
    runOut = run
    return () => {}
  })
  const asked = context.ask('add', [1, 2], 5)
  runOut()
  t.strictSame(await asked, { kind: 'late' })
  inject({ gatehouse: 'response', id: 1, value: 3 })
})

t.test('link: other messages on the same channel are ignored', async (t) => {
  const { context, inject } = startSums()
  for (const message of [null, 'usage', 7, {}, { gatehouse: 'other' }, { gatehouse: 'response', id: 99 }])
    inject(message)
  t.strictSame(await context.ask('add', [2, 2]), { kind: 'response', value: 4 })
})
