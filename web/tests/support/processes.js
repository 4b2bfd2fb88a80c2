/** Processor time of processes, as Linux tells it. */

import { readFileSync, readdirSync } from "node:fs";

/** The processes that a process has begun, and those that they have. @param {number} parent @returns {number[]} */
export function descendants(parent) {
    const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
        try {
            return [[Number(name), Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1])]];
        } catch {
            return [];
        }
    });
    const found = [parent];
    // Those that are found are looked at in their turn.
    for (const one of found) found.push(...all.filter(([, by]) => by === one).map(([pid]) => pid));
    return found.slice(1);
}

/** Seconds of processor time that processes have taken. @param {number[]} pids */
export function taken(pids) {
    const ticks = pids.map((pid) => {
        const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "- - ").split(" ");
        return Number(fields[11]) + Number(fields[12]);
    });
    return ticks.reduce((sum, one) => sum + one, 0) / 100;
}
