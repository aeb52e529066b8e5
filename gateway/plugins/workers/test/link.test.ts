import t from 'tap'
import { connectChannels } from '../../../test/fixtures/wire/channels.ts'
import { createLink, type Protocol } from '../protocol.ts'

type Sums = { add(one: number, other: number): number; fail(): null }

const never = () => () => {}

function startSums() {
  const { ends, ...channel } = connectChannels()
  createLink<Protocol, Sums>(
    ends[1],
    channel.closed,
    {
      add: async (one, other) => one + other,
      fail() {
        throw new Error('cannot')
      }
    },
    never
  )
  return { link: createLink<Sums, Protocol>(ends[0], channel.closed, {}, never), ...channel }
}

t.test('link: a handler that throws and an unknown request fail with the reason', async (t) => {
  const { link } = startSums()
  const failed = (message: string) => ({ kind: 'failed', failure: { message } })
  t.strictSame(
    [await link.ask('fail', []), await link.ask('toString' as 'fail', []), await link.ask('add', [1, 1])],
    [failed('cannot'), failed('unknown request toString'), { kind: 'response', value: 2 }]
  )
})

t.test('link: when the other process is gone, requests before and after end as gone', async (t) => {
  const { ends, closed, close } = connectChannels()
  const link = createLink<Sums, Protocol>(ends[0], closed, {}, never)
  const before = link.ask('add', [1, 2])
  close()
  const after = link.ask('add', [1, 2])
  t.strictSame([await before, await after, await link.ask('add', [1, 2])], Array(3).fill({ kind: 'gone' }))
})

t.test('link: no response in time ends as late, and a later response changes nothing', async (t) => {
  const { ends, closed, inject } = connectChannels()
  let runOut = () => {}
  const link = createLink<Sums, Protocol>(ends[0], closed, {}, (_seconds, run) => {
    runOut = run
    return () => {}
  })
  const asked = link.ask('add', [1, 2], 5)
  runOut()
  t.strictSame(await asked, { kind: 'late' })
  inject({ gatehouse: 'reply', id: 1, reply: { kind: 'response', value: 3 } })
})

t.test('link: other messages on the same channel are ignored', async (t) => {
  const { link, inject } = startSums()
  for (const message of [null, 'usage', 7, {}, { gatehouse: 'other' }, { gatehouse: 'reply', id: 99 }])
    inject(message)
  t.strictSame(await link.ask('add', [2, 2]), { kind: 'response', value: 4 })
})
