import { isShown, nameOf } from './shown.ts'

/** Below it, phones zoom into a field that is typed into. */
const LEAST_FONT_PX = 16
const UNTYPED = '[type=hidden], [type=file], [type=checkbox], [type=radio], [type=range], [type=color], [readonly]'
const TYPED = `input:not(${UNTYPED}), textarea:not([readonly]), select`

/** MOB-05: whether files can be chosen by a button. Undefined where they can. */
export function withoutFileButton(page: Document): string | undefined {
  const chooser = page.querySelector('input[type=file]:not(:disabled)')
  if (!chooser) return 'there is nothing that files are chosen with'
  const around = chooser.parentElement
  const isReached = [chooser, ...(around?.querySelectorAll('button:not(:disabled), label') ?? [])].some(isShown)
  return isReached ? undefined : 'no button opens the choice of files'
}

/** MOB-05: fields that phones would zoom into, or show the wrong keyboard for. */
export function awkwardFields(page: Document): { fields: number; wrong: string[] } {
  const fields = [...page.querySelectorAll<HTMLElement>(TYPED)].filter(isShown)
  const rules = fingerRules(page)
  const wrong = fields.flatMap((field) => {
    const fontPx = fontForFingers(field, rules)
    return [
      ...(fontPx < LEAST_FONT_PX ? [`${nameOf(field)} has letters of ${fontPx} pixels`] : []),
      ...(isKeyboardWrong(field) ? [`${nameOf(field)} shows the wrong keyboard`] : []),
    ]
  })
  return { fields: fields.length, wrong }
}

/** By what the field is for. */
const KEYBOARDS: readonly (readonly [purpose: RegExp, isRight: RegExp])[] = [
  [/\bemail\b/, /^(?:email)$/],
  [/\bone-time-code\b/, /^(?:numeric|text|number)$/],
  [/\btel\b/, /^tel$/],
  [/\burl\b/, /^url$/],
]

function isKeyboardWrong(field: HTMLElement): boolean {
  const purpose = `${field.getAttribute('autocomplete') ?? ''} ${field.getAttribute('name') ?? ''}`
  const keyboard = field.getAttribute('inputmode') ?? field.getAttribute('type') ?? 'text'
  return KEYBOARDS.some(([about, isRight]) => about.test(purpose) && !isRight.test(keyboard))
}

type FingerRule = { selector: string; fontSize: string }

/** The size of letters on a screen that is touched: this one may have a mouse. */
function fontForFingers(field: Element, rules: readonly FingerRule[]): number {
  const own = Number.parseFloat(getComputedStyle(field).fontSize)
  const given = rules.findLast(({ selector }) => field.matches(selector))
  return given ? Math.max(own, toPixels(given.fontSize, field.ownerDocument)) : own
}

const VARIABLE = /^var\((--[\w-]+)\)$/

function toPixels(size: string, page: Document): number {
  const root = getComputedStyle(page.documentElement)
  const variable = VARIABLE.exec(size.trim())?.[1]
  const value = variable ? root.getPropertyValue(variable).trim() : size
  const number = Number.parseFloat(value)
  return value.endsWith('rem') ? number * Number.parseFloat(root.fontSize) : number
}

function fingerRules(page: Document): FingerRule[] {
  return [...page.styleSheets].flatMap((sheet) => rulesIn([...sheet.cssRules], { selector: '', isForFingers: false }))
}

type Around = { selector: string; isForFingers: boolean }

/** Rules may lie in each other, either way round. Those of a frame are of its own window, so they are distinguished by what they have. */
function rulesIn(rules: readonly CSSRule[], around: Around): FingerRule[] {
  return rules.flatMap((rule) => {
    const selector =
      'selectorText' in rule ? String(rule.selectorText).replaceAll('&', around.selector) : around.selector
    const condition = 'conditionText' in rule ? String(rule.conditionText) : ''
    const inside = { selector, isForFingers: around.isForFingers || /pointer:\s*coarse/.test(condition) }
    const fontSize = fontSizeOf(rule)
    const own = inside.isForFingers && selector !== '' && fontSize !== '' ? [{ selector, fontSize }] : []
    return [...own, ...('cssRules' in rule ? rulesIn([...(rule.cssRules as CSSRuleList)], inside) : [])]
  })
}

function fontSizeOf(rule: CSSRule): string {
  if (!('style' in rule) || typeof rule.style !== 'object' || rule.style === null) return ''
  return 'fontSize' in rule.style && typeof rule.style.fontSize === 'string' ? rule.style.fontSize : ''
}
