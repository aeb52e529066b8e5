import { type ComponentType, useEffect, useState } from 'react'
import { usePage } from '../ui/page-context.tsx'

/** The first step of a new authenticator: its secret as a picture, a link for an app on the same device, and text. */
export function Secret({ secret, uri }: { secret: string; uri: string }) {
  const { text, announce } = usePage()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    // Without permission the key can be selected by hand.
    await navigator.clipboard?.writeText(secret).then(
      () => {
        setCopied(true)
        announce(text('enrol.copied'))
      },
      () => {}
    )
  }
  return (
    <li>
      <p>{text('enrol.scan')}</p>
      <div className="qr">
        <QrCode of={uri} />
      </div>
      <p className="ways">
        <a href={uri}>{text('enrol.open')}</a>
      </p>
      <details className="manual">
        <summary>{text('enrol.manual')}</summary>
        <div className="secret">
          <p>{text('enrol.key')}</p>
          <code dir="ltr" translate="no">
            {secret.replace(/.{4}(?=.)/g, '$& ')}
          </code>
          <button type="button" className="link" onClick={copy}>
            {text(copied ? 'enrol.copied' : 'enrol.copy')}
          </button>
        </div>
      </details>
    </li>
  )
}

/** The picture is in a file of its own, with its space reserved. Link and text suffice if it cannot be loaded. */
function QrCode({ of: uri }: { of: string }) {
  const { text } = usePage()
  const [Picture, setPicture] = useState<ComponentType<{ of: string; label: string }> | null>(null)
  useEffect(() => {
    import('../ui/qr-picture.tsx').then(
      (chunk) => setPicture(() => chunk.QrPicture),
      () => {}
    )
  }, [])
  return Picture !== null && <Picture of={uri} label={text('enrol.qr')} />
}
