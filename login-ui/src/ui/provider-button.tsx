import type { PageConfig, Provider } from '../page-config.ts'
import { Button } from './button.tsx'
import { ProviderIcon } from './icons.tsx'
import { usePage } from './page-context.tsx'

/** "Continue with …". */
export function ProviderButton({ provider: { id, name, iconSrc } }: { provider: Provider }) {
  const { text, act } = usePage()
  const icon = iconSrc === null ? <ProviderIcon id={id} /> : <img className="icon" src={iconSrc} alt="" />
  return (
    <Button name={id} icon={icon} onPress={() => act('signInWith', id)}>
      {text('sign-in.with', { provider: name })}
    </Button>
  )
}

/** Gives the name of a provider for the visitor; the id of one that is not configured. */
export function providerName({ providers }: PageConfig, id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id
}
