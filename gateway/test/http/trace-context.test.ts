import t from 'tap'
import { formatTraceIds, readTraceContext } from '../../src/http/trace-context.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const SOUND = `00-${TRACE}-${SPAN}-01`

const read = (traceparent: string | undefined, others = {}) =>
  readTraceContext({ ...(traceparent === undefined ? {} : { traceparent }), ...others })

t.test('traceparent: a well-formed one is read by its four fields', async (t) => {
  const rows: Record<string, string> = {
    [SOUND]: '01',
    [`00-${TRACE}-${SPAN}-00`]: '00',
    [`00-${TRACE}-${SPAN}-03`]: '03',
    [`01-${TRACE}-${SPAN}-01`]: '01',
    [`cc-${TRACE}-${SPAN}-01-`]: '01',
    [`fe-${TRACE}-${SPAN}-01-what the future-brings`]: '01'
  }
  for (const [header, flags] of Object.entries(rows)) {
    const context = read(header)
    t.match(context, { traceId: TRACE, parentId: SPAN, flags }, header)
    t.equal(
      formatTraceIds({ traceId: TRACE, spanId: 'c'.repeat(16) }, context?.flags ?? '', null).traceparent,
      `00-${TRACE}-${'c'.repeat(16)}-${flags}`
    )
  }
})

t.test('traceparent: ids that begin or end with zeros are read', async (t) => {
  const [traceId, parentId] = [`0${TRACE.slice(2)}0`, `0${SPAN.slice(2)}0`]
  t.match(read(`00-${traceId}-${parentId}-01`), { traceId, parentId })
})

t.test('traceparent: a malformed one is ignored', async (t) => {
  const rows: Record<string, string | undefined> = {
    none: undefined,
    empty: '',
    words: 'forged',
    'version ff': `ff-${TRACE}-${SPAN}-01`,
    'version with a letter beyond f': `0g-${TRACE}-${SPAN}-01`,
    'version of one digit': `0-${TRACE}-${SPAN}-01`,
    'version 00 with a fifth field': `${SOUND}-00`,
    'version 00 with a final hyphen': `${SOUND}-`,
    'higher version, more digits of flags': `01-${TRACE}-${SPAN}-011`,
    'higher version, a dot behind the flags': `01-${TRACE}-${SPAN}-01.x`,
    'upper case in the trace id': `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    'upper case in the span id': `00-${TRACE}-${SPAN.toUpperCase()}-01`,
    'upper case in the flags': `00-${TRACE}-${SPAN}-0A`,
    'trace id of zeros': `00-${'0'.repeat(32)}-${SPAN}-01`,
    'span id of zeros': `00-${TRACE}-${'0'.repeat(16)}-01`,
    'trace id too short': `00-${TRACE.slice(1)}-${SPAN}-01`,
    'trace id too long': `00-${TRACE}0-${SPAN}-01`,
    'span id too short': `00-${TRACE}-${SPAN.slice(1)}-01`,
    'flags too short': `00-${TRACE}-${SPAN}-1`,
    'no flags': `00-${TRACE}-${SPAN}`,
    'no hexadecimal digits': `00-${'z'.repeat(32)}-${SPAN}-01`,
    'other separators': SOUND.replaceAll('-', '_'),
    'space in front': ` ${SOUND}`,
    'line end behind': `${SOUND}\n`,
    'two headers': `${SOUND}, ${SOUND}`,
    long: `01-${'-'.repeat(30_000)}`
  }
  for (const [name, header] of Object.entries(rows)) t.equal(read(header), null, name)
  t.not(read(SOUND), null, 'control')
})

t.test('tracestate and baggage: unchanged, but tracestate over 512 characters is dropped', async (t) => {
  t.match(read(SOUND, { tracestate: ['a=1', 'b=2'], baggage: 'k=v' }), {
    tracestate: 'a=1, b=2',
    baggage: 'k=v'
  })
  t.equal(read(SOUND, { tracestate: 'a'.repeat(512) })?.tracestate, 'a'.repeat(512))
  t.equal(read(SOUND, { tracestate: 'a'.repeat(513) })?.tracestate, undefined)
  t.equal(read(SOUND, { tracestate: ['a'.repeat(256), 'b'.repeat(255)] })?.tracestate, undefined, 'joined')
  t.equal(read(SOUND, { tracestate: '' })?.tracestate, undefined)
  t.equal(read('forged', { tracestate: 'a=1', baggage: 'k=v' }), null)
})

const CLOUD = `${TRACE}/13235353014750950193;o=1`
const readCloud = (header: string, others = {}) =>
  readTraceContext({ 'x-cloud-trace-context': header, ...others })

t.test('x-cloud-trace-context: read without traceparent, the span id as a decimal number', async (t) => {
  const rows: Record<string, { parentId: string; flags: string }> = {
    [CLOUD]: { parentId: SPAN, flags: '01' },
    [`${TRACE}/13235353014750950193;o=0`]: { parentId: SPAN, flags: '00' },
    [`${TRACE}/13235353014750950193;o=3`]: { parentId: SPAN, flags: '01' },
    [`${TRACE}/13235353014750950193`]: { parentId: SPAN, flags: '00' },
    [`${TRACE.toUpperCase()}/1;o=1`]: { parentId: '0000000000000001', flags: '01' },
    [`${TRACE}/18446744073709551615;o=1`]: { parentId: 'f'.repeat(16), flags: '01' }
  }
  for (const [header, ids] of Object.entries(rows))
    t.match(readCloud(header), { traceId: TRACE, ...ids, isInCloudHeader: true }, header)
})

t.test('x-cloud-trace-context: a malformed one is ignored', async (t) => {
  const rows: Record<string, string> = {
    empty: '',
    words: 'forged',
    'trace id alone': TRACE,
    'no span id': `${TRACE}/;o=1`,
    'span id of zero': `${TRACE}/0;o=1`,
    'span id in hexadecimal': `${TRACE}/${SPAN};o=1`,
    'negative span id': `${TRACE}/-1;o=1`,
    'span id beyond 64 bits': `${TRACE}/18446744073709551616;o=1`,
    'span id of 30,000 digits': `${TRACE}/${'1'.repeat(30_000)};o=1`,
    'trace id of zeros': `${'0'.repeat(32)}/1;o=1`,
    'trace id too short': `${TRACE.slice(1)}/1;o=1`,
    'trace id too long': `${TRACE}0/1;o=1`,
    'no hexadecimal digits': `${'z'.repeat(32)}/1;o=1`,
    'empty options': `${TRACE}/1;o=`,
    'options with a word': `${TRACE}/1;o=true`,
    'space in front': ` ${CLOUD}`,
    'line end behind': `${CLOUD}\n`,
    'two headers': `${CLOUD}, ${CLOUD}`
  }
  for (const [name, header] of Object.entries(rows)) t.equal(readCloud(header), null, name)
})

t.test('x-cloud-trace-context: traceparent takes precedence, even a malformed one', async (t) => {
  t.match(readCloud(`${'a'.repeat(32)}/1;o=0`, { traceparent: SOUND }), { traceId: TRACE, flags: '01' })
  t.equal(readCloud(CLOUD, { traceparent: 'forged' }), null)
})

t.test('x-cloud-trace-context: sent with the ids of traceparent, only if the caller sent it', async (t) => {
  const ids = { traceId: TRACE, spanId: SPAN }
  t.same(formatTraceIds(ids, '01', readCloud(`${TRACE}/1`)), {
    traceparent: SOUND,
    'x-cloud-trace-context': CLOUD
  })
  t.match(formatTraceIds(ids, '00', readCloud(CLOUD)), { 'x-cloud-trace-context': /;o=0$/ })
  t.same(formatTraceIds(ids, '01', read(SOUND)), { traceparent: SOUND, 'x-cloud-trace-context': undefined })
  t.equal(formatTraceIds(ids, '01', null)['x-cloud-trace-context'], undefined)
})
