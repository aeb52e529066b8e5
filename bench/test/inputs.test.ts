import t from 'tap'
import { readInputs } from '../model/inputs.ts'

const BENCH = {
  setting: { machine: 'one, 2 cores' },
  figures: [
    { what: 'gateway: processor time of a request, all threads', value: 80 },
    { what: 'session check, first sight', value: 260 },
    { what: 'heap of 100,000 distinct sessions', value: 50 }
  ]
}
const ROUND = { connections: 50, memoryBytes: 1000 }
const peersWith = (rounds: object[]) => JSON.stringify({ results: [{ name: 'Gatehouse', rounds }] })

t.test('inputs: uses the newest results of both, and the median round at fifty connections', async (t) => {
  const rounds = [ROUND, { ...ROUND, memoryBytes: 1100 }, { ...ROUND, memoryBytes: 900 }]
  const folder = t.testdir({
    '2026-01-01.json': '{}',
    '2026-01-02.json': JSON.stringify(BENCH),
    '2026-01-03-login.json': '{}',
    '2026-01-01-peers.json': peersWith([...rounds, { ...ROUND, connections: 1, memoryBytes: 9 }])
  })
  t.same(readInputs(folder), {
    measured: {
      requestMicroseconds: 80,
      firstSightMicroseconds: 260,
      sessionBytes: 524.288,
      baseBytes: 1000
    },
    sources: [
      { file: '2026-01-02.json', machine: 'one, 2 cores' },
      { file: '2026-01-01-peers.json', machine: 'unknown machine' }
    ]
  })
})

t.test('inputs: missing results, or results without what the model needs, are reported', async (t) => {
  const files = { '2026-01-02.json': JSON.stringify(BENCH), '2026-01-02-peers.json': peersWith([]) }
  t.throws(() => readInputs(t.testdir(files)), /no baseBytes/)
  t.throws(() => readInputs(t.testdir({ '2026-01-02.json': '{}' })), /no results like/)
})
