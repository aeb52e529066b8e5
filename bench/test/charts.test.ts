import t from 'tap'
import { renderBars } from '../charts.ts'

const BARS = [
  { label: 'ours <b>', value: 10, text: '10 µs', isMarked: true },
  { label: 'theirs', value: 40, text: '40 µs', isMarked: false }
]
const widthsOf = (svg: string) =>
  [...svg.matchAll(/<rect[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width))

t.test('charts: bars are as long as their values, with figures as text, title and description', async (t) => {
  const svg = renderBars('Time & more', BARS)
  const [ours = 0, theirs = 0] = widthsOf(svg)
  t.ok(Math.abs(theirs / ours - 4) < 0.01, `${ours} and ${theirs}`)
  t.match(svg, '<title id="title">Time &amp; more</title>')
  t.match(svg, '>ours &lt;b&gt; 10 µs; theirs 40 µs</desc>')
  t.match(svg, 'prefers-color-scheme: dark')
  t.equal(svg.match(/class="bar marked"/g)?.length, 1)
  t.notMatch(svg, '<b>')
})

t.test('charts: bars of zero values are still visible', async (t) => {
  t.same(widthsOf(renderBars('Nothing', [{ label: 'a', value: 0, text: '0', isMarked: false }])), [1])
  t.same(widthsOf(renderBars('Empty', [])), [])
})
