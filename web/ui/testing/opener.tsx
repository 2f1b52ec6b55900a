import { type ReactNode, useState } from 'react'
import { userEvent } from 'vitest/browser'
import { Button } from '../button/button.tsx'

type Shown = (isOpen: boolean, close: () => void) => ReactNode

/** A page with a button that opens what is tested, and another that is behind it. */
export function Opener({ children }: { children: Shown }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Button>Behind</Button>
      {children(isOpen, () => setOpen(false))}
    </>
  )
}

/** Presses the veil over the page, in its upper left corner unless another place is given. */
export const pressBeside = (position = { x: 5, y: 5 }) =>
  userEvent.click(document.querySelector('.bg-veil') ?? document.body, { position })
