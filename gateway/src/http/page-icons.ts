/** What a page is about, as a small drawing says it. */
export type PageIcon = 'warning' | 'lock' | 'wait' | 'away' | 'lost' | 'leave' | 'success' | 'form'

/** Lines in a square of 24; none of them has a direction, so that they are right from right to left too. */
const DRAWINGS: Readonly<Record<PageIcon, string>> = {
  warning: 'M12 3a9 9 0 1 0 .1 0M12 7.5V13m0 3v.5',
  lock: 'M5.5 10.5h13v9h-13zM8.5 10V7.5a3.5 3.5 0 0 1 7 0V10',
  wait: 'M12 3a9 9 0 1 0 .1 0M12 7v5h4',
  away: 'M8 18h9a4 4 0 0 0 .7-7.9A6 6 0 0 0 6.3 9.6 4.3 4.3 0 0 0 8 18M4 4l16 16',
  lost: 'M10.5 4a6.5 6.5 0 1 0 .1 0M15.5 15.5 20 20',
  leave: 'M12 3v8M7.5 6a8 8 0 1 0 9 0',
  success: 'm5 12.5 4.5 4.5L19 7.5',
  form: 'M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h6'
}

/** The drawing in its tinted circle, as on the status screens of the login page. Decoration: the heading says the same. */
export function renderIcon(icon: PageIcon): string {
  return `<span class="badge ${icon}"><svg class="icon line" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${DRAWINGS[icon]}"/></svg></span>`
}
