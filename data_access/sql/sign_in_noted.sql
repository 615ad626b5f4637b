-- Is this sign-in known, and did it end? Fills reading.sign_ins.sign_in_state.
SELECT signed_out_at FROM sign_in WHERE sign_in_id = $sign_in_id;
