import t from 'tap'
import {
  type Deployment,
  findLimits,
  GOOGLE,
  type Measured,
  predict,
  replicasReached
} from '../model/model.ts'

const MEASURED: Measured = {
  requestMicroseconds: 80,
  firstSightMicroseconds: 260,
  sessionBytes: 500,
  baseBytes: 100 * 1024 ** 2
}
const ONE: Deployment = {
  replicas: 1,
  sessions: 36_000,
  requestsPerSessionPerHour: 120,
  burst: 6,
  isSticky: false,
  hasStore: false,
  revocationCheckSeconds: 300,
  sessionCacheBytes: 64 * 1024 ** 2,
  tokenSeconds: 3600
}
const isNear = (value: number, expected: number) => Math.abs(value - expected) <= Math.abs(expected) / 1e6

t.test('model: a burst of one request reaches one replica, never more than exist', async (t) => {
  t.equal(replicasReached(1, 50), 1)
  t.ok(isNear(replicasReached(1000, 1), 1))
  t.ok(isNear(replicasReached(2, 2), 1.5))
  t.ok(replicasReached(8, 1000) <= 8)
})

t.test(
  'model: each session is refreshed hourly, and in a burst once by every replica that it reaches',
  async (t) => {
    t.equal(predict(ONE, MEASURED).refreshesPerSecond, 10)
    const eight = { ...ONE, replicas: 8 }
    t.ok(isNear(predict(eight, MEASURED).refreshesPerSecond, 10 * replicasReached(8, 6)))
    t.equal(predict({ ...eight, hasStore: true }, MEASURED).refreshesPerSecond, 10)
    t.equal(predict({ ...eight, isSticky: true }, MEASURED).refreshesPerSecond, 10)
  }
)

t.test(
  'model: store commands are zero without a store, two for each refresh and three for each that waits',
  async (t) => {
    t.equal(predict(ONE, MEASURED).storeCommandsPerSecond, 0)
    t.equal(predict({ ...ONE, hasStore: true }, MEASURED).storeCommandsPerSecond, 20)
    const shared = predict({ ...ONE, hasStore: true, replicas: 8 }, MEASURED).storeCommandsPerSecond
    t.ok(isNear(shared, 20 + 30 * (replicasReached(8, 6) - 1)))
  }
)

t.test('model: look-ups follow the interval on one replica and the requests on very many', async (t) => {
  const often = { ...ONE, requestsPerSessionPerHour: 1e9 }
  t.ok(isNear(predict(often, MEASURED).lookUpsPerSecond, (36_000 / 300) * (11 / 12)))
  const many = predict({ ...ONE, replicas: 1e9 }, MEASURED).lookUpsPerSecond
  t.ok(isNear(many, ((36_000 * 120) / 3600) * (11 / 12)))
  for (const revocationCheckSeconds of [0, 3600])
    t.equal(
      predict({ ...ONE, revocationCheckSeconds }, MEASURED).lookUpsPerSecond,
      0,
      `${revocationCheckSeconds}`
    )
})

t.test('model: memory grows by session up to the cache limit, beyond it first sights increase', async (t) => {
  t.equal(predict(ONE, MEASURED).memoryBytes, MEASURED.baseBytes + 36_000 * 500)
  const million = predict({ ...ONE, sessions: 1_000_000 }, MEASURED)
  t.equal(million.memoryBytes, MEASURED.baseBytes + ONE.sessionCacheBytes)
  t.ok(isNear(million.forgottenShare, 1 - ONE.sessionCacheBytes / 500e6))
  t.ok(isNear(predict(ONE, MEASURED).forgottenShare, 1 / 120))
})

t.test('model: a second replica halves the processor time except for more first sights', async (t) => {
  const one = predict(ONE, MEASURED).processors
  t.ok(isNear(one, 1200 * (80 + 260 / 120) * 1e-6))
  const two = predict({ ...ONE, replicas: 2 }, MEASURED).processors
  t.ok(two > one / 2 && two < (one / 2) * 1.05)
})

t.test('model: the first limit is daily look-ups by default, and refreshes without them', async (t) => {
  const [first, ...others] = findLimits(ONE, MEASURED)
  t.equal(first?.name, 'look-ups a day')
  t.match(first?.remedy, /revocationCheckSeconds/)
  t.equal(others.length, 4)
  const { lookUpsPerSecond } = predict({ ...ONE, sessions: first?.sessions ?? 0 }, MEASURED)
  t.ok(isNear(lookUpsPerSecond * 86_400, GOOGLE.lookUpsPerDay), 'reached at that point')
  const at = { ...ONE, revocationCheckSeconds: 3600, replicas: 1000 }
  t.same(
    findLimits(at, MEASURED)
      .map(({ name }) => name)
      .includes('look-ups a day'),
    false
  )
  t.equal(findLimits({ ...at, sessionCacheBytes: 1e12 }, MEASURED)[0]?.name, 'refreshes')
})
