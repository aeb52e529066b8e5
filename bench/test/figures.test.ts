import t from 'tap'
import { median, percentile } from '../figures.ts'

t.test('figures: percentiles are by nearest rank, regardless of the order', async (t) => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  for (const [share, expected] of [
    [0.5, 50],
    [0.99, 99],
    [1, 100],
    [0, 1]
  ] as const)
    t.equal(percentile(hundred, share), expected, `${share}`)
  t.equal(percentile([3], 0.99), 3)
  t.ok(Number.isNaN(percentile([], 0.5)))
})

t.test('figures: the median of an even number of samples is the mean of the middle two', async (t) => {
  t.equal(median([4, 1, 3, 2]), 2.5)
  t.equal(median([9, 1, 2]), 2)
})
