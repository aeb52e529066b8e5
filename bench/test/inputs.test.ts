import t from 'tap'
import { readInputs } from '../model/inputs.ts'

const BENCH = {
  figures: [
    { what: 'session check, first sight', value: 260 },
    { what: 'heap of 100,000 distinct sessions', value: 50 }
  ]
}
const ROUND = { connections: 50, cpuMicroseconds: 80, memoryBytes: 1000 }
const peersWith = (rounds: object[]) => JSON.stringify({ results: [{ name: 'Gatehouse', rounds }] })

t.test('inputs: the newest results of both, the median of the rounds at fifty connections', async (t) => {
  const rounds = [ROUND, { ...ROUND, cpuMicroseconds: 90 }, { ...ROUND, cpuMicroseconds: 70 }]
  const folder = t.testdir({
    '2026-01-01.json': '{}',
    '2026-01-02.json': JSON.stringify(BENCH),
    '2026-01-03-login.json': '{}',
    '2026-01-01-peers.json': peersWith([...rounds, { ...ROUND, connections: 1, cpuMicroseconds: 999 }])
  })
  t.same(readInputs(folder), {
    measured: {
      requestMicroseconds: 80,
      firstSightMicroseconds: 260,
      sessionBytes: 524.288,
      baseBytes: 1000
    },
    sources: ['2026-01-02.json', '2026-01-01-peers.json']
  })
})

t.test('inputs: a result without what the model needs, or none, said', async (t) => {
  const files = { '2026-01-02.json': JSON.stringify(BENCH), '2026-01-02-peers.json': peersWith([]) }
  t.throws(() => readInputs(t.testdir(files)), /no requestMicroseconds, baseBytes/)
  t.throws(() => readInputs(t.testdir({ '2026-01-02.json': '{}' })), /no results like/)
})
