import { useState } from 'react'

interface YamlPanelProps {
  yaml: string
  /** False: something is wrong with the last edit, and this is the one before. */
  isCurrent: boolean
}

/** What to write into the configuration, to copy or to download. */
export function YamlPanel({ yaml, isCurrent }: YamlPanelProps) {
  const [copied, setCopied] = useState('')
  const copy = () =>
    navigator.clipboard?.writeText(yaml).then(
      () => setCopied(yaml),
      () => {}
    )
  return (
    <section aria-labelledby="yaml-heading">
      <h2 id="yaml-heading">Configuration</h2>
      <textarea
        readOnly
        aria-labelledby="yaml-heading"
        data-current={isCurrent}
        rows={yaml.split('\n').length}
        value={yaml}
      />
      <p className="acts">
        <button type="button" onClick={() => void copy()} disabled={!isCurrent}>
          {copied === yaml ? 'Copied' : 'Copy'}
        </button>
        <button type="button" onClick={() => download(yaml)} disabled={!isCurrent}>
          Download
        </button>
      </p>
    </section>
  )
}

/** The browser saves it where the visitor wants; the server writes nothing. */
function download(yaml: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([yaml], { type: 'application/yaml' }))
  link.download = 'gatehouse-login.yaml'
  link.click()
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
