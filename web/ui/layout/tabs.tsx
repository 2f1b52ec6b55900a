import { Tabs as Base } from '@base-ui/react/tabs'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCutEnds } from '../list/use-cut-ends.ts'

type Tab = { id: string; label: string; panel: ReactNode }
type Props = {
  label: string
  value: string
  onChange: (id: string) => void
  tabs: readonly Tab[]
  /** `reserved` while it is not known which tabs there are: the strip keeps its place. */
  strip?: 'shown' | 'reserved' | 'none'
  /** The tabs stand in a column beside the panel: views below a strip of others. */
  isBeside?: boolean
  /** Language of the labels, where the page is in another. */
  lang?: string | undefined
}

/** Where a strip continues beyond the screen, it fades. */
const FADE = {
  none: '',
  start: 'mask-l-from-[calc(100%-2.5rem)]',
  end: 'mask-r-from-[calc(100%-2.5rem)]',
  both: 'mask-x-from-[calc(100%-2.5rem)]',
}

/**
 * Choices of a strip whose page takes a moment to show another view. Until then the earlier tab is the chosen one, and pressing it would change
 * nothing: the press before it would win.
 */
function useChoice(value: string, onChange: (id: string) => void) {
  const asked = useRef(value)
  useEffect(() => void (asked.current = value), [value])
  const other = (id: string) => {
    asked.current = id
    onChange(id)
  }
  const same = (id: string) => {
    if (id === value && asked.current !== value) other(id)
  }
  return { other, same }
}

/** Views of one page; the page keeps the chosen one in its URL. */
export function Tabs({ label, value, onChange, tabs, strip: look = 'shown', isBeside = false, lang }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const cut = useCutEnds(strip)
  const choose = useChoice(value, onChange)
  const at = tabs.findIndex(({ id }) => id === value)
  useEffect(() => {
    const { current } = strip
    const chosen = current?.querySelectorAll<HTMLElement>('[role=tab]')[at]
    if (!current || !chosen) return undefined
    // Not `scrollIntoView`: that would move the page as well.
    const show = () => void (current.scrollLeft = chosen.offsetLeft - (current.clientWidth - chosen.offsetWidth) / 2)
    show()
    const size = new ResizeObserver(show)
    size.observe(current)
    return () => size.disconnect()
  }, [at])
  return (
    <Base.Root
      value={value}
      onValueChange={(id) => choose.other(String(id))}
      orientation={isBeside ? 'vertical' : 'horizontal'}
      className={isBeside ? 'grid grid-cols-[11rem_minmax(0,1fr)] items-start gap-6' : undefined}
    >
      <Base.List
        ref={strip}
        aria-label={label}
        lang={lang}
        className={clsx(
          'relative flex gap-1',
          isBeside ? 'flex-col' : ['overflow-x-auto border-b border-line', FADE[cut]],
          look === 'reserved' && 'invisible',
          look === 'none' && 'hidden',
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            onClick={() => choose.same(tab.id)}
            className={clsx(
              'h-10 cursor-pointer px-3 text-sm font-semibold whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-active:text-brand pointer-coarse:h-11',
              isBeside && 'rounded-md text-left data-active:bg-brand-tint',
            )}
          >
            {tab.label}
          </Base.Tab>
        ))}
        {!isBeside && (
          <Base.Indicator className="absolute bottom-0 left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-brand transition-all duration-150" />
        )}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className={isBeside ? undefined : 'pt-5'}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
