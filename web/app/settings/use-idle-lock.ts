import { useEffect } from 'react'
import { isIdle, lastTouch, noteTouch, readIdleMinutes } from '#web/lib/idle-lock.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

const CHECK_MS = 5_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Locks the vault when nobody touches any tab of this browser for as long as was chosen. The clock on the wall decides, not a count of
 * ticks: timers rest while the computer sleeps, and the first tick after it must lock.
 */
export function useIdleLock() {
  const { account } = useVault()
  useEffect(() => {
    // A page that opened by itself is no touch.
    let own = lastTouch(localStorage, { own: 0, nowMs: Date.now() }) || Date.now()
    let isLocking = false
    const check = () => {
      if (isLocking) return
      const minutes = readIdleMinutes(localStorage)
      const nowMs = Date.now()
      if (!isIdle({ lastTouchMs: lastTouch(localStorage, { own, nowMs }), nowMs, minutes })) return
      isLocking = true
      // Should it fail, the next check tries again.
      account.lock().catch(() => (isLocking = false))
    }
    const touch = () => {
      // A touch that wakes the computer comes after the time has passed, and must not count.
      check()
      own = Date.now()
      noteTouch(localStorage, own)
    }
    for (const name of TOUCHES) addEventListener(name, touch, { passive: true, capture: true })
    document.addEventListener('visibilitychange', check)
    const timer = setInterval(check, CHECK_MS)
    return () => {
      for (const name of TOUCHES) removeEventListener(name, touch, { capture: true })
      document.removeEventListener('visibilitychange', check)
      clearInterval(timer)
    }
  }, [account])
}
