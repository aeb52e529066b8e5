import { usePage } from '../../ui/page-context.tsx'
import { ProviderIcon } from '../../ui/provider-button.tsx'

/** What a row is about. */
export type RowIconKind =
  | 'totp'
  | 'sms'
  | 'passkey'
  | 'person'
  | 'computer'
  | 'phone'
  | 'tablet'
  | 'application'

const PHONE = 'M7 3h10v18H7zM11 17.5h2'
const paths: Readonly<Record<RowIconKind, string>> = {
  totp: PHONE,
  sms: 'M4 5h16v11h-9l-4 4v-4H4z',
  passkey: 'M8 12a4 4 0 1 0 .1 0M11 13l9-9m-4 4 3 3',
  person: 'M12 4a4 4 0 1 0 .1 0M4.5 20.5c0-8 15-8 15 0',
  computer: 'M4 5h16v10H4zM2 19h20',
  phone: PHONE,
  tablet: 'M5 3h14v18H5zM11 17.5h2',
  application: 'M4 5h16v14H4zM4 9.5h16'
}

/** Decorative: the text beside it says the same. */
export function RowIcon({ kind }: { kind: RowIconKind }) {
  return (
    <svg className="icon line" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[kind]} />
    </svg>
  )
}

/** The logo of a connected account. */
export function AccountIcon({ id }: { id: string }) {
  const { config } = usePage()
  const iconSrc = config.providers.find((provider) => provider.id === id)?.iconSrc ?? null
  return <ProviderIcon id={id} iconSrc={iconSrc} />
}
