import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type PictureProps = {
  src?: string | undefined
  icon: ReactNode
  /** All of the picture, where a tile shows its middle. */
  isWhole?: boolean
}

/** The upper part of a tile: a picture where there is one, otherwise the icon. The name below says what it is. */
export function Thumbnail({ src, icon, isWhole = false }: PictureProps) {
  return (
    <div className="grid min-h-0 flex-1 grid-rows-1 place-items-center overflow-hidden bg-sunken/60">
      {src ? (
        <img
          src={src}
          alt=""
          draggable={false}
          className={clsx('size-full', isWhole ? 'object-contain' : 'object-cover')}
        />
      ) : (
        icon
      )}
    </div>
  )
}

type TextProps = { name: string; detail: string; where?: string | undefined; button: ReactNode }

export function TileText({ name, detail, where, button }: TextProps) {
  return (
    <div className="flex min-h-14 items-center gap-1 border-t border-line bg-surface py-1.5 pr-1 pl-2.5">
      <div className="min-w-0 flex-1">
        <div className="truncate font-semibold" title={name}>
          {name}
        </div>
        <div className="truncate text-xs text-ink-2">{where === undefined ? detail : `${detail} · ${where}`}</div>
      </div>
      {button}
    </div>
  )
}

/** The same at the top of a panel about one thing. */
export function PanelPicture({ children }: { children: ReactNode }) {
  return <div className="flex h-44 shrink-0 overflow-hidden rounded-md border border-line">{children}</div>
}
