export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`;
}

/** A quarter disc centered on a corner of a tile. */
export function quarter(cx: number, cy: number, toX: number, toY: number, radius: number, fill: string): string {
  const sweep = toX > cx === toY > cy ? 1 : 0;
  return `<path d="M${round(cx)} ${round(cy)}L${round(toX)} ${round(cy)}A${round(radius)} ${round(radius)} 0 0 ${sweep} ${round(cx)} ${round(toY)}Z" fill="${fill}"/>`;
}

/** An arch, upright or upside down. */
export function arch(x: number, foot: number, radius: number, leg: number, isInverted: boolean, fill: string): string {
  const turn = isInverted ? foot + leg : foot - leg;
  return `<path d="M${round(x - radius)} ${foot}L${round(x - radius)} ${turn}A${round(radius)} ${round(radius)} 0 0 ${isInverted ? 0 : 1} ${round(x + radius)} ${turn}L${round(x + radius)} ${foot}Z" fill="${fill}"/>`;
}

/** The intersection of two discs. */
export function lens(x: number, y: number, dx: number, dy: number, radius: number, fill: string): string {
  const half = Math.hypot(dx, dy);
  const reach = Math.sqrt(radius ** 2 - half ** 2);
  const [ux, uy] = [-dy / half, dx / half];
  const [ax, ay, bx, by] = [x + ux * reach, y + uy * reach, x - ux * reach, y - uy * reach].map(round);
  return `<path d="M${ax} ${ay}A${radius} ${radius} 0 0 1 ${bx} ${by}A${radius} ${radius} 0 0 1 ${ax} ${ay}Z" fill="${fill}"/>`;
}

export function round(number: number): number {
  return Math.round(number * 100) / 100;
}
