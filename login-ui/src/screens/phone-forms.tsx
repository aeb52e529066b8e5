import {
  type InputEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState
} from 'react'
import { callingCodes, regionOf, splitNumber, withCallingCode } from '../lib/calling-codes.ts'
import { PHONE_REGION } from '../lib/last-used-way.ts'
import { createTabStorage } from '../lib/tab-storage.ts'
import type { PageConfig } from '../page-config.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { Given } from '../ui/given.tsx'
import { usePage } from '../ui/page-context.tsx'

/** Delay before another message is offered, in milliseconds. */
const nextCodeMs = 30_000

interface CodeFormProps {
  /** Where the code was sent. */
  number: string
  /** Text of the submit button. */
  submit: string
  onCode: (code: string) => void
  onSend: () => void
  onChangeNumber: () => void
}

/** Sends another text message, after a while. */
export function NextCode({ onSend }: { onSend: () => void }) {
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
    </>
  )
}

/** The code from the text message; after a while, another one. */
export function CodeForm({ number, submit, onCode, onSend, onChangeNumber }: CodeFormProps) {
  const { text } = usePage()
  return (
    <>
      <p id="code-source">
        {text('second-factor.sms-sent')}
        <br />
        <Given>{number}</Given>
      </p>
      <Form onSubmit={(fields) => onCode(digitsOf(fieldOf(fields, 'code')))} submit={submit}>
        <CodeField describedBy="code-source" first />
      </Form>
      <NextCode onSend={onSend} />
      <p className="ways">
        <button type="button" className="link" onClick={onChangeNumber}>
          {text('phone.change')}
        </button>
      </p>
    </>
  )
}

/** Digits in codes of authenticator apps and text messages. */
const codeLength = 6

/** Replaces Arabic, Persian and full-width digits with ASCII. */
function asciiDigits(typed: string): string {
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

const device = createTabStorage(() => localStorage)

type Remembers = Pick<PageConfig, 'lastUsed'>

/** That of the last number on this device, or of the visitor's languages. */
function usualRegion({ lastUsed }: Remembers): string {
  const last = lastUsed ? device.read(PHONE_REGION) : null
  return typeof last === 'string' && callingCodes.has(last) ? last : regionOf(navigator.languages)
}

/** The number typed in a form, with its calling code. The device remembers the region if it may. */
export function phoneNumberIn(fields: FormData, { lastUsed }: Remembers): string {
  const region = fieldOf(fields, 'country')
  if (lastUsed) device.write(PHONE_REGION, region)
  return withCallingCode(region, asciiDigits(fieldOf(fields, 'phone')))
}

interface NumberFormProps {
  /** What was sent before. */
  number: string
  onSend: (number: string) => void
  /** Below the field. */
  children?: ReactNode
}

/** A number to send a code to, as typed in its region, which is chosen beside it or by a calling code. */
export function NumberForm({ number, onSend, children }: NumberFormProps) {
  const { config, text } = usePage()
  // Null: rendered by the server, which knows neither the device nor its words for regions.
  const [region, setRegion] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; then the visitor chooses
  useLayoutEffect(() => {
    const usual = usualRegion(config)
    setRegion(splitNumber(number, usual)?.region ?? usual)
  }, [])
  const follow = ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
    const found = splitNumber(currentTarget.value, region ?? '')
    if (found === null) return
    setRegion(found.region)
    const { data, inputType = '' } = nativeEvent
    // Otherwise pasted or filled in. While it is typed, nothing moves under the caret.
    const isTyped = data?.length === 1 || /^(?:delete|history|insertComp)/.test(inputType)
    if (!isTyped) currentTarget.value = found.rest
  }
  const submit = (fields: FormData) => onSend(phoneNumberIn(fields, config))
  return (
    <>
      <p>{text('phone.lead')}</p>
      <Form onSubmit={submit} submit={text('second-factor.send')}>
        <Field
          name="phone"
          label={text('field.phone')}
          type="tel"
          dir="ltr"
          autoComplete="tel"
          defaultValue={splitNumber(number, '')?.rest ?? number}
          lead={region !== null && <Country of={region} onChoose={setRegion} />}
          onInput={follow}
        />
        {children}
      </Form>
    </>
  )
}

/** All regions by name, so that typing finds one; closed, it shows only flag and code. */
function Country({ of: region, onChoose }: { of: string; onChoose: (region: string) => void }) {
  const { config, text } = usePage()
  const { locale } = config
  const [drawsFlags] = useState(thisDrawsFlags)
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const { compare } = new Intl.Collator(locale)
    return [...callingCodes.keys()]
      .map((id) => ({ id, name: names.of(id) ?? id }))
      .sort((a, b) => compare(a.name, b.name))
  }, [locale])
  return (
    <div className="country">
      <span aria-hidden="true">
        {region && (drawsFlags ? flagOf(region) : region)} +{callingCodes.get(region)}
      </span>
      <select
        name="country"
        aria-label={text('phone.country')}
        autoComplete="off"
        value={region}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="">{text('phone.country')}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {/* Isolated, or the sign would be on the wrong side in Arabic. */}
            {`${name} \u2066+${callingCodes.get(id)}\u2069`}
          </option>
        ))}
      </select>
    </div>
  )
}

/** In regional indicators. */
const flagOf = (region: string) =>
  region.replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0)))

/** Whether two of them are one picture here: Windows has none. */
function thisDrawsFlags(): boolean {
  const canvas = document.createElement('canvas').getContext('2d')
  const [pair = 2, single = 1] = ['FR', 'F'].map((shown) => canvas?.measureText(flagOf(shown)).width)
  return pair < 1.5 * single
}
