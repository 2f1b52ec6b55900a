import { deleteDeviceDelivery } from '#vault/devices/device-deliveries.ts'
import {
  type AddedDevice,
  type NewDevice,
  addDevices,
  deviceFingerprint,
  setSilence,
  listDevices,
  listFleet,
  revokeDevice,
  rotateInbox,
} from '#vault/devices/devices.ts'
import { type ReceivedFromDevices, receiveFromDevices } from '#vault/devices/receive-from-devices.ts'
import { connected, unlocked } from '../vault-state.ts'
import { withApi, withVault } from './bind-calls.ts'

/** Devices, as their owner handles them. */
export const deviceCalls = {
  /** `discard` deletes a delivery that did not pass. */
  ...withApi({ discard: deleteDeviceDelivery, fleet: listFleet, setSilence }),
  ...withVault({ list: listDevices, fingerprint: deviceFingerprint }),

  /** The codes are not to be had again. */
  add: (wanted: readonly NewDevice[]): Promise<AddedDevice[]> =>
    addDevices(connected(), unlocked(), { wanted, server: location.origin }),

  revoke: (id: string): Promise<void> => revokeDevice(connected(), unlocked(), { id, now: new Date() }),

  /** A new key for devices of both kinds, where there are some. @returns how many devices will hear of it. */
  async rotate(suites: readonly NewDevice['suite'][]): Promise<number> {
    let count = 0
    for (const suite of suites) count += await rotateInbox(connected(), unlocked(), suite)
    return count
  },

  /** Checks what arrived and takes it into the vault. */
  receive: (): Promise<ReceivedFromDevices> => receiveFromDevices(connected(), unlocked(), new Date()),
}
