type Name = 'email' | 'password' | 'code'

/** Which of these fields does the page show? */
export function hasField(name: Name): boolean {
  return fieldOf(name) !== null
}

/** Fills in a field as typing would: the page hears of it, and a full code sends its form. Without the field, nothing. */
export function fillField(name: Name, value: string): void {
  const field = fieldOf(name)
  if (field === null) return
  field.focus()
  field.value = value
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
}

function fieldOf(name: Name): HTMLInputElement | null {
  const field = document.getElementById(name)
  return field instanceof HTMLInputElement && !field.readOnly ? field : null
}
