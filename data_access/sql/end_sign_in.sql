-- End a sign-in for good; returns nothing where it is not known or has ended.
UPDATE sign_in SET signed_out_at = $at WHERE sign_in_id = $sign_in_id AND signed_out_at IS NULL
RETURNING sign_in_id;
