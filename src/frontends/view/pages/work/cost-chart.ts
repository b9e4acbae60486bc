import { html } from "htm/preact";
import type { CostPoint } from "../../wire.ts";
import { money, short, when } from "../numbers.ts";
import { say } from "../say.ts";

const WIDTH = 600;
const HEIGHT = 80;

/** What a session has cost over time: money where a price is known, else tokens. The numbers stand below as text. */
export function CostChart({ points }: { readonly points: readonly CostPoint[] }): unknown {
  const last = points.at(-1);
  const first = points[0];
  if (!last || !first) return undefined;
  const tokens = ({ inputTokens, outputTokens }: CostPoint): number => inputTokens + outputTokens;
  const isPaid = last.costUsd > 0;
  const value = isPaid ? (point: CostPoint) => point.costUsd : tokens;
  const [start, end] = [Date.parse(first.at), Date.parse(last.at)];
  const top = value(last);
  if (top === 0) return undefined;
  const places = points.map((point, index) => {
    const x = end > start ? (Date.parse(point.at) - start) / (end - start) : index / (points.length - 1);
    return `${(x * WIDTH).toFixed(1)},${(HEIGHT - (value(point) / top) * (HEIGHT - 6) - 2).toFixed(1)}`;
  });
  const said = isPaid ? money(last.costUsd) : say`${short(tokens(last))} tokens`;
  return html`
    <figure class="chart">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${isPaid ? say`Cost over time, up to ${said}` : say`Tokens over time, up to ${said}`} preserveAspectRatio="none">
        <polyline points=${places.join(" ")} />
      </svg>
      <figcaption class="soft">${isPaid ? say`Cost over time: ${when(first.at)} to ${when(last.at)}, ${said}` : say`Tokens over time: ${when(first.at)} to ${when(last.at)}, ${said}`}</figcaption>
    </figure>
  `;
}
