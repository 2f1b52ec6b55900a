import { useDeviceFiles } from '../devices/use-device-files.ts'
import { useReceivedFiles } from '../requests/use-received-files.ts'

/** While the vault is open, takes in what others and devices sent. */
export function useArrivals(): void {
  useReceivedFiles()
  useDeviceFiles()
}
