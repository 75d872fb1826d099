/** What a scan shows. Apart from the schemas, which a server loads on demand. */
export const SCAN_OF = [
  'Front Cover',
  'Back Cover',
  'Inside Cover',
  'Spine/Sides',
  'Full Cover',
  'Media',
  'Manual',
  'Map',
  'Reference Card',
  'Advertisement',
  'Soundtrack',
  'Extras',
  'Other',
] as const;

export type ScanOf = (typeof SCAN_OF)[number];
