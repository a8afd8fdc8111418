"""A program of any length for timing the prover: rounds of ten statements, each over what the ones before computed."""

STATEMENTS_A_ROUND = 10

HEAD = """\
fn generated[B, T, H, Dh, D, V, S](
    x_0: f32[B, T, D], k_0: f32[B, H, S, Dh], embed: f32[V, D], wq: f32[D, D], lm_head: f32[D, V], scale: f32[])
    -> (x: f32[B, T, D], k: f32[B, H, S + {rounds} * T, Dh])
    where D == H * Dh, S >= 0 {{
"""

# A decode step that is unrolled: the cache is longer by T after each round, so that no two rounds are about the same
# sizes, and the tokens that are looked up are those that the round before picked.
ROUND = """\
  ids_{this}    = argmax(x_{last} @ broadcast(lm_head), axis=2)
  t_{this}      = x_{last} + gather(embed, ids_{this})
  q_{this}      = reshape(t_{this} @ broadcast(wq), [B, T, H, Dh])
  h_{this}      = transpose(q_{this}, [0, 2, 1, 3])
  k_{this}      = concat(k_{last}, h_{this}, axis=2)
  scores_{this} = (h_{this} @ transpose(k_{this}, [0, 1, 3, 2])) * broadcast(scale)
  probs_{this}  = softmax(scores_{this}, axis=3)
  c_{this}      = probs_{this} @ k_{this}
  m_{this}      = transpose(c_{this}, [0, 2, 1, 3])
  x_{this}      = t_{this} + reshape(m_{this}, [B, T, D])
"""


def generated_program(statements):
    rounds = statements // STATEMENTS_A_ROUND
    body = "".join(ROUND.format(this=this, last=this - 1) for this in range(1, rounds + 1))
    return HEAD.format(rounds=rounds) + body + f"  return x_{rounds}, k_{rounds}\n}}\n"
