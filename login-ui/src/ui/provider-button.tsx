import type { Provider } from '../page-config.ts'
import { Button } from './button.tsx'
import { LastUsed } from './last-used.tsx'
import { usePage } from './page-context.tsx'
import { ProviderIcon } from './provider-icon.tsx'

/** From here on, the buttons have their names alone, two in a row where all are short. */
const MANY = 4
const LONGEST_SHORT_NAME = 14

/** "Continue with …", a button for each provider. */
export function ProviderButtons({ of: providers }: { of: readonly Provider[] }) {
  const many = providers.length >= MANY
  const pairs = many && providers.every(({ name }) => name.length <= LONGEST_SHORT_NAME)
  if (providers.length === 0) return null
  return (
    <div className={pairs ? 'providers many' : 'providers'}>
      {providers.map((provider) => (
        <div key={provider.id} className="way">
          <ProviderButton provider={provider} short={many} />
          <LastUsed way={provider.id} name={provider.name} />
        </div>
      ))}
    </div>
  )
}

function ProviderButton({ provider, short }: { provider: Provider; short: boolean }) {
  const { text, act } = usePage()
  const { id, name, iconSrc } = provider
  const icon = iconSrc === null ? <ProviderIcon id={id} /> : <img className="icon" src={iconSrc} alt="" />
  const words = text('sign-in.with', { provider: name })
  return (
    <Button name={id} icon={icon} label={short ? words : undefined} onPress={() => act('signInWith', id)}>
      {short ? <bdi>{name}</bdi> : words}
    </Button>
  )
}
