/** Input for a configuration key. */
export type FieldKind =
  | { kind: 'choice'; options: readonly (string | null)[] }
  | { kind: 'number'; minimum: number; maximum: number; canBeNull: boolean }
  | { kind: 'switch' }
  | { kind: 'colour' | 'text'; canBeNull: boolean }

/** A key that the editor can change. */
export interface EditorField {
  /** Name within its section, such as `accent`. */
  key: string
  /** From the configuration reference. */
  description: string
  input: FieldKind
}

/** A section of `login`, such as `theme`. */
export interface EditorSection {
  name: string
  fields: readonly EditorField[]
}

/** Section -> key -> value, as in the configuration. */
export type Edited = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The gallery's input. */
export interface GallerySetup {
  /** Address of the login page, without a query. */
  loginPath: string
  /** Where edits are sent. */
  editPath: string
  brandName: string
  languages: readonly { id: string; name: string; direction: 'ltr' | 'rtl' }[]
  /** Empty: no editing. */
  sections: readonly EditorSection[]
  /** The configured values, with defaults. */
  values: Edited
}

/** `path`: a key, such as `login.theme.accent`. */
export interface EditProblem {
  path: string
  /** Follows the key, without a full stop. */
  message: string
  /** Whole sentences, or empty. */
  hint: string
  /** A valid value derived from the one sent, if any. */
  suggestion?: string
}

export type EditAnswer =
  /** `theme`: parameter for previews. `yaml`: for the configuration file. */
  { kind: 'shown'; theme: string; yaml: string } | { kind: 'invalid'; problems: readonly EditProblem[] }

/** A problem in whole sentences without backticks. `subject`: what has the problem; empty if it is already named. */
export function problemWords({ message, hint }: Pick<EditProblem, 'message' | 'hint'>, subject = ''): string {
  return `${`${subject} ${message}`.trim()}. ${hint}`.trim().replaceAll('`', '')
}
