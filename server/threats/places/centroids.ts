/**
 * The middles of countries, in whole degrees north and east: enough to tell that nobody travels from one to another within an hour, and for
 * nothing else. Countries that are left out are never found too far away.
 */
const CENTROIDS =
  'AD 42 1,AE 24 54,AF 33 65,AG 17 -62,AL 41 20,AM 40 45,AO -12 18,AR -34 -64,AT 47 14,AU -25 134,AZ 40 47,BA 44 18,BB 13 -60,BD 24 90,' +
  'BE 51 4,BF 13 -2,BG 43 25,BH 26 50,BI -3 30,BJ 9 2,BN 4 115,BO -17 -65,BR -10 -55,BS 24 -76,BT 27 90,BW -22 24,BY 53 28,BZ 17 -89,' +
  'CA 60 -96,CD -3 23,CF 7 21,CG -1 15,CH 47 8,CI 8 -5,CL -30 -71,CM 6 12,CN 35 105,CO 4 -72,CR 10 -84,CU 22 -80,CV 16 -24,CY 35 33,' +
  'CZ 50 15,DE 51 10,DJ 12 43,DK 56 10,DM 15 -61,DO 19 -71,DZ 28 3,EC -2 -78,EE 59 26,EG 27 30,ER 15 39,ES 40 -4,ET 8 38,FI 64 26,' +
  'FJ -18 178,FR 46 2,GA -1 12,GB 54 -2,GD 12 -62,GE 42 43,GH 8 -1,GL 72 -40,GM 13 -15,GN 11 -10,GQ 2 10,GR 39 22,GT 15 -90,GW 12 -15,' +
  'GY 5 -59,HK 22 114,HN 15 -86,HR 45 16,HT 19 -72,HU 47 20,ID -5 120,IE 53 -8,IL 31 35,IN 20 77,IQ 33 44,IR 32 53,IS 65 -18,IT 43 13,' +
  'JM 18 -77,JO 31 36,JP 36 138,KE 1 38,KG 41 75,KH 13 105,KM -12 44,KN 17 -63,KP 40 127,KR 37 128,KW 29 48,KZ 48 68,LA 18 105,LB 34 36,' +
  'LC 14 -61,LI 47 10,LK 7 81,LR 6 -9,LS -29 28,LT 56 24,LU 50 6,LV 57 25,LY 25 17,MA 32 -5,MC 44 7,MD 47 29,ME 42 19,MG -20 47,MK 42 22,' +
  'ML 17 -4,MM 22 98,MN 46 105,MO 22 114,MR 20 -12,MT 36 14,MU -20 58,MV 3 73,MW -13 34,MX 23 -102,MY 3 112,MZ -18 35,NA -22 17,NE 16 8,' +
  'NG 10 8,NI 13 -85,NL 52 6,NO 62 10,NP 28 84,NZ -41 174,OM 21 57,PA 9 -80,PE -10 -76,PG -6 147,PH 13 122,PK 30 70,PL 52 20,PR 18 -66,' +
  'PS 32 35,PT 39 -8,PY -23 -58,QA 25 51,RO 46 25,RS 44 21,RU 60 90,RW -2 30,SA 25 45,SB -8 159,SC -5 55,SD 15 30,SE 62 15,SG 1 104,' +
  'SI 46 15,SK 49 20,SL 8 -12,SM 44 12,SN 14 -14,SO 6 48,SR 4 -56,SS 7 30,ST 1 7,SV 14 -89,SY 35 38,SZ -26 31,TD 15 19,TG 8 1,TH 15 100,' +
  'TJ 39 71,TL -9 126,TM 40 60,TN 34 9,TO -20 -175,TR 39 35,TT 11 -61,TW 24 121,TZ -6 35,UA 49 32,UG 1 32,US 38 -97,UY -33 -56,UZ 41 64,' +
  'VA 42 12,VC 13 -61,VE 8 -66,VN 16 106,VU -16 167,WS -14 -172,XK 42 21,YE 15 48,ZA -29 24,ZM -15 30,ZW -19 30'

const BY_COUNTRY = new Map(
  CENTROIDS.split(',').map((entry) => {
    const [country = '', north, east] = entry.split(' ')
    return [country, { north: Number(north), east: Number(east) }]
  }),
)

const EARTH_KM = 6371

/** Between the middles of two countries, over the surface; undefined for one that is not in the list. */
export function distanceKm(from: string, to: string): number | undefined {
  const [a, b] = [BY_COUNTRY.get(from), BY_COUNTRY.get(to)]
  if (!a || !b) return undefined
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const h =
    half(radians(b.north - a.north)) +
    Math.cos(radians(a.north)) * Math.cos(radians(b.north)) * half(radians(b.east - a.east))
  return 2 * EARTH_KM * Math.asin(Math.sqrt(h))
}
