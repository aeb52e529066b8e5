import type { GallerySetup } from './contract.ts'
import { directions, type Filters, schemes, sizeNames, wordsOf } from './filters.ts'

interface FilterBarProps extends Pick<GallerySetup, 'languages'> {
  filters: Filters
  onChange: (changes: Partial<Filters>) => void
  screens: readonly string[]
}

/** What of the gallery is shown, and how. */
export function FilterBar({ filters, onChange, screens, languages }: FilterBarProps) {
  const { screen, state, lang, scheme, size, dir } = filters
  return (
    <search className="filters">
      <Select label="Screen" value={screen} onChoose={(screen) => onChange({ screen })}>
        {[['', 'Every screen'], ...screens.map((name) => [name, wordsOf(name)])]}
      </Select>
      <label>
        State
        <input
          type="search"
          value={state}
          placeholder="such as busy"
          onChange={({ target }) => onChange({ state: target.value })}
        />
      </label>
      <Select label="Language" value={lang} onChoose={(lang) => onChange({ lang })}>
        {languages.map(({ id, name }) => [id, name])}
      </Select>
      <Switch
        label="Scheme"
        name="scheme"
        value={scheme}
        words={schemes}
        onChoose={(scheme) => onChange({ scheme })}
      />
      <Switch
        label="Width"
        name="size"
        value={size}
        words={sizeNames}
        onChoose={(size) => onChange({ size })}
      />
      <Switch
        label="Direction"
        name="dir"
        value={dir}
        words={directions}
        onChoose={(dir) => onChange({ dir })}
      />
    </search>
  )
}

interface SelectProps {
  label: string
  value: string
  onChoose: (value: string) => void
  /** Value and label of each option. */
  children: readonly (readonly string[])[]
}

function Select({ label, value, onChoose, children }: SelectProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {children.map(([option = '', text = option]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

interface SwitchProps<V extends string> {
  label: string
  /** Of the group of radio buttons. */
  name: string
  value: V
  words: readonly V[]
  onChoose: (value: V) => void
}

/** A few words, one of which is chosen. */
function Switch<V extends string>({ label, name, value, words, onChoose }: SwitchProps<V>) {
  return (
    <fieldset className="switch">
      <legend>{label}</legend>
      <div>
        {words.map((word) => (
          <label key={word}>
            <input type="radio" name={name} checked={word === value} onChange={() => onChoose(word)} />
            <span>{word}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
