import { type InputEvent, type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { callingCodes, regionOf, splitNumber, withCallingCode } from '../lib/calling-codes.ts'
import { PHONE_REGION } from '../lib/last-used-way.ts'
import { createTabStorage } from '../lib/tab-storage.ts'
import type { PageConfig } from '../page-config.ts'
import { Field } from '../ui/field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { usePage } from '../ui/page-context.tsx'
import { asciiDigits } from './phone-parts.tsx'

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
