import { Minus, MoveHorizontal, Plus } from 'lucide-react'
import { type ReactNode, type Ref, type RefObject, useState } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { inputStyle } from '../form/input-style.ts'

type Words = {
  page: string
  of: (count: number) => string
  zoom: (percent: number) => string
  smaller: string
  larger: string
  fit: string
}

type ViewerProps = {
  label: string
  words: Words
  /** The page that is looked at, from 1. */
  page: number
  count: number
  percent: number
  /** Of all pages together, in CSS pixels. */
  width: number
  height: number
  scrollerRef: RefObject<HTMLElement | null>
  onPage: (page: number) => void
  onZoom: (direction: 1 | -1) => void
  onFit: () => void
  children: ReactNode
}

/** Pages one below the other, with a bar that says which one this is and how large they are. */
export function PageViewer(props: ViewerProps) {
  const { label, words, page, count, percent, width, height, scrollerRef, onPage, onZoom, onFit, children } = props
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 shrink-0 items-center justify-center gap-1 border-b border-line bg-surface px-3 text-xs text-ink-2 tabular-nums">
        <PageField key={page} label={words.page} page={page} count={count} onPage={onPage} />
        <span className="mr-3 whitespace-nowrap">{words.of(count)}</span>
        <IconButton label={words.smaller} onClick={() => onZoom(-1)}>
          <Minus size={16} aria-hidden="true" />
        </IconButton>
        <output className="w-11 text-center">{words.zoom(percent)}</output>
        <IconButton label={words.larger} onClick={() => onZoom(1)}>
          <Plus size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label={words.fit} onClick={onFit}>
          <MoveHorizontal size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <section
        ref={scrollerRef}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto overscroll-contain bg-sunken -outline-offset-2 [scrollbar-gutter:stable]"
      >
        <div className="relative mx-auto" style={{ width, height }}>
          {children}
        </div>
      </section>
    </div>
  )
}

type FieldProps = { label: string; page: number; count: number; onPage: (page: number) => void }

/** Which page this is; another number and Enter goes there. */
function PageField({ label, page, count, onPage }: FieldProps) {
  const [typed, setTyped] = useState(String(page))
  const go = () => {
    const wanted = Number.parseInt(typed, 10)
    if (wanted >= 1 && wanted <= count && wanted !== page) onPage(wanted)
    else setTyped(String(page))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        className={`${inputStyle} h-7! w-12! px-1! text-center text-xs! pointer-coarse:h-9!`}
      />
    </form>
  )
}

type SheetProps = {
  label: string
  top: number
  width: number
  height: number
  /** Where the picture of the page is put. */
  pictureRef: Ref<HTMLDivElement>
  /** Why there is none. */
  problem: ReactNode
  children: ReactNode
}

/** The paper of one page, white in both schemes. */
export function PageSheet({ label, top, width, height, pictureRef, problem, children }: SheetProps) {
  return (
    <article
      aria-label={label}
      className="absolute inset-x-0 mx-auto bg-white shadow-sm ring-1 ring-line select-text scheme-only-light"
      style={{ top, width, height }}
    >
      <div ref={pictureRef} className="absolute inset-0" />
      {problem && <p className="absolute inset-x-4 top-4 text-sm text-black">{problem}</p>}
      {children}
    </article>
  )
}

/**
 * Holds the words of a page, which pdf.js places by these variables (its `web/pdf_viewer.css`): unseen, where the picture has them.
 * @param scale of a point of the PDF, in CSS pixels
 */
export function PageText({ ref, scale }: { ref: Ref<HTMLDivElement>; scale: number }) {
  return <div ref={ref} className="page-text" style={{ '--total-scale-factor': scale } as Record<string, unknown>} />
}

type Edges = { left: number; top: number; width: number; height: number }
type LinkProps = { edges: Edges } & ({ url: string } | { label: string; onClick: () => void })

/** A link over its place on a page; one that leads elsewhere opens a tab that knows nothing of this one. */
export function PageLink({ edges: { left, top, width, height }, ...link }: LinkProps) {
  const style = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }
  const className = 'absolute cursor-pointer rounded-xs hover:bg-[rgb(255_220_0/0.2)]'
  if ('url' in link) {
    return (
      <a
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={link.url}
        title={link.url}
        style={style}
        className={className}
      />
    )
  }
  return <button type="button" aria-label={link.label} onClick={link.onClick} style={style} className={className} />
}
