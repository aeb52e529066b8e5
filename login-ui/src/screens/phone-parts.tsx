import { type InputEvent, type UIEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Given, Words } from '../ui/words.tsx'

/** Delay before another message is offered, in milliseconds. */
const nextCodeMs = 30_000

/** The field for a phone number with country code. `number`: what was typed before; otherwise it begins with the code of the visitor's region. */
export function PhoneField({ number }: { number: string }) {
  const { text } = usePage()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { current } = input
    if (current?.value === '') current.value = callingCodeFor(navigator.languages)
  }, [])
  return (
    <Field
      ref={input}
      name="phone"
      label={text('field.phone')}
      type="tel"
      dir="ltr"
      autoComplete="tel"
      defaultValue={number}
      describedBy="phone-form"
      hint={
        <p className="muted" id="phone-form">
          <Words of="phone.form" slots={{ example: <bdi dir="ltr">+1&nbsp;555&nbsp;010&nbsp;0199</bdi> }} />
        </p>
      }
    />
  )
}

/** Where a code was sent; describes its field. */
export function SentTo({ number }: { number: string }) {
  const { text } = usePage()
  return (
    <p id="code-source">
      {text('second-factor.sms-sent')}
      <br />
      <Given>{number}</Given>
    </p>
  )
}

/** Options if no message arrives: another one after a while, or another number. */
export function NextCode({ onSend, onChangeNumber }: { onSend: () => void; onChangeNumber: () => void }) {
  const { text } = usePage()
  const [waits, setWaits] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), nextCodeMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <p className="muted">{text('phone.next-code')}</p>
      <Button name="send" waits={waits} onPress={onSend}>
        {text('second-factor.send-again')}
      </Button>
      <p className="ways">
        <button type="button" className="link" onClick={onChangeNumber}>
          {text('phone.change')}
        </button>
      </p>
    </>
  )
}

/** Regions with their country calling codes, those whose visitors most likely type a number here. https://www.itu.int/rec/T-REC-E.164 */
const CODES =
  'AE971 AR54 AT43 AU61 BD880 BE32 BG359 BO591 BR55 CA1 CH41 CL56 CN86 CO57 CR506 CY357 CZ420 DE49 DK45 DZ213 EC593 EE372 EG20 ES34 FI358 FR33 GB44 GH233 GR30 GT502 HK852 HR385 HU36 ID62 IE353 IL972 IN91 IQ964 IS354 IT39 JO962 JP81 KE254 KR82 KW965 LB961 LK94 LT370 LU352 LV371 MA212 MO853 MT356 MX52 MY60 NG234 NL31 NO47 NZ64 OM968 PA507 PE51 PH63 PK92 PL48 PT351 PY595 QA974 RO40 RS381 SA966 SE46 SG65 SI386 SK421 TH66 TN216 TR90 TW886 UA380 US1 UY598 VE58 VN84 ZA27'

/** Spoken in so many regions that none can be assumed. */
const SHARED: ReadonlySet<string> = new Set(['ar', 'en', 'es', 'fr', 'pt', 'zh'])

/** The calling code to begin a phone number with, such as `+49 `; empty if the languages do not tell the region. */
export function callingCodeFor(languages: readonly string[]): string {
  for (const tag of languages) {
    const locale = new Intl.Locale(tag)
    const region = locale.region ?? (SHARED.has(locale.language) ? undefined : locale.maximize().region)
    const code = new RegExp(`\\b${region}(\\d+)`).exec(CODES)?.[1]
    if (code !== undefined) return `+${code} `
  }
  return ''
}

/** Digits in codes of authenticator apps and text messages. */
const codeLength = 6

/** Replaces Arabic, Persian and full-width digits with ASCII. */
export function asciiDigits(typed: string): string {
  return typed.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String(digit.charCodeAt(0) & 15)
  )
}

/** The digits of `typed` in ASCII, without other characters. */
export function digitsOf(typed: string): string {
  return asciiDigits(typed).replace(/\D/g, '')
}

interface CodeFieldProps {
  /** Id of the node that says where the code comes from. */
  describedBy: string
  /** Focus it when the screen appears. */
  first?: boolean
}

/** Keeps the first digit in the first slot: browsers scroll to make room for the caret. */
function stayInSlots({ currentTarget }: UIEvent<HTMLInputElement>): void {
  if (digitsOf(currentTarget.value).length <= codeLength) currentTarget.scrollLeft = 0
}

/** One field for a one-time code, drawn as six slots. Submits the form once for each full code. */
export function CodeField({ describedBy, first = false }: CodeFieldProps) {
  const { text } = usePage()
  const sent = useRef('')
  const watch = ({ currentTarget }: InputEvent<HTMLInputElement>) => {
    const code = digitsOf(currentTarget.value)
    // A new code, which may have the same digits.
    if (code.length < 2) sent.current = ''
    if (code.length !== codeLength) return
    // Pasted with spaces, or typed with other digits: one per slot.
    if (currentTarget.value !== code) currentTarget.value = code
    if (code === sent.current) return
    sent.current = code
    currentTarget.form?.requestSubmit()
  }
  return (
    <Field
      name="code"
      label={text('field.code')}
      type="text"
      className="code"
      dir="ltr"
      inputMode="numeric"
      enterKeyHint="done"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      describedBy={describedBy}
      data-first={first || undefined}
      onInput={watch}
      onScroll={stayInSlots}
    />
  )
}
