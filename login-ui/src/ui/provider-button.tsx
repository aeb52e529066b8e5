import type { PageConfig, Provider } from '../page-config.ts'
import { Button } from './button.tsx'
import { usePage } from './page-context.tsx'

/** From here on, the buttons stand two in a row. */
const MANY = 4

/** "Continue with …", a button for each provider; many have their names alone. */
export function ProviderButtons({ of: providers }: { of: readonly Provider[] }) {
  const { extras } = usePage()
  const many = providers.length >= MANY
  if (providers.length === 0) return null
  return (
    <div className={many ? 'providers many' : 'providers'}>
      {providers.map((provider) => (
        <div key={provider.id} className="way">
          <ProviderButton provider={provider} short={many} />
          {extras && <extras.LastUsed way={provider.id} name={provider.name} />}
        </div>
      ))}
    </div>
  )
}

function ProviderButton({ provider, short }: { provider: Provider; short: boolean }) {
  const { text, act, extras } = usePage()
  const { id, name, iconSrc } = provider
  const icon =
    iconSrc === null ? (
      extras && <extras.ProviderIcon id={id} />
    ) : (
      <img className="icon" src={iconSrc} alt="" />
    )
  const words = text('sign-in.with', { provider: name })
  return (
    <Button name={id} icon={icon} label={short ? words : undefined} onPress={() => act('signInWith', id)}>
      {short ? <bdi>{name}</bdi> : words}
    </Button>
  )
}

/** Gives the name of a provider for the visitor; the id of one that is not configured. */
export function providerName({ providers }: PageConfig, id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id
}
